import { dashboardEndpoints } from './dashboard-endpoints.ts'
import { publicEndpoints } from './public-endpoints.ts'

export type Endpoints = typeof publicEndpoints & typeof dashboardEndpoints
export type EndpointName = keyof Endpoints

/** Table of contents: every endpoint. The key names it everywhere. */
export const endpoints: Endpoints = { ...publicEndpoints, ...dashboardEndpoints }
