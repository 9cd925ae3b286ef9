import type { Config } from './config.ts'
import type { Administration } from './database/across-organizations/administration.ts'
import { linkLifetime, makeSignInLink } from './session/sign-in-link.ts'

const administrator = 'admin'
const organization = 'my-company'

/** Makes a link that signs a user in once. `returnTo` is a path of the dashboard. */
export async function signInLink(
  administration: Administration,
  config: Pick<Config, 'baseUrl'>,
  user: string,
  returnTo?: string,
): Promise<string> {
  const { url, hash } = makeSignInLink(config.baseUrl, returnTo)
  await administration.addSignInToken(user, hash, linkLifetime)
  return url
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
