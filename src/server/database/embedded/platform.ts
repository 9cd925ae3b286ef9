/** Whether PostgreSQL can listen on a unix socket; elsewhere it is loopback with a password. */
export const hasUnixSockets = process.platform !== 'win32'

/** Folder of a service that runs as root, for what PostgreSQL's user cannot reach elsewhere. */
export const SYSTEM_FOLDER = '/var/lib/cairn'
