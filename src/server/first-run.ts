import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { Administration } from './database/across-organizations/administration.ts'
import { hashSecret } from './session/hash-secret.ts'

const administrator = 'admin'
const organization = 'my-company'
/** Seconds that a printed sign-in link works: a day. */
const linkLifetime = 24 * 3600

/** Makes a link that signs a user in once. `returnTo` is a path of the dashboard. */
export async function signInLink(
  administration: Administration,
  config: Pick<Config, 'baseUrl'>,
  user: string,
  returnTo?: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await administration.addSignInToken(user, hashSecret(token), linkLifetime)
  const query = new URLSearchParams({ token, ...(returnTo ? { return_to: returnTo } : {}) })
  return `${config.baseUrl}/sign-in?${query}`
}

/** On the first run, makes an organization and its administrator, and says how to get in. */
export async function welcome(
  administration: Administration,
  config: Pick<Config, 'baseUrl'>,
  say: (message: string) => void,
): Promise<void> {
  if (!(await administration.isEmpty())) return
  await administration.addUser(administrator)
  await administration.addOrganization(organization, administrator)
  const key = await administration.addKey(administrator, 'first run')
  const link = await signInLink(administration, config, administrator)
  say(`
First run: made the organization ${organization} and its administrator ${administrator}.
  Sign in, once within 24 hours: ${link}
  API key, shown only now:       ${key}
`)
}
