import type { Config } from './platform/config.ts'
import type { Administration } from './database/system/administration.ts'
import { linkLifetime, makeSignInLink } from './session/sign-in.ts'

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

/**
 * Prints how to sign in to the demo organization: a link, or, where logs are collected, the command
 * that makes one.
 */
export async function welcomeToDemo(
  administration: Administration,
  config: Pick<Config, 'baseUrl' | 'logFormat'>,
  { organization, owner }: { organization: string; owner: string },
  say: (message: string) => void,
): Promise<void> {
  if (config.logFormat === 'json')
    return say(`A link to the demo organization ${organization}: cairn user link ${owner}`)
  const link = await signInLink(administration, config, owner, `/${organization}`)
  say(`Sign in to the demo organization ${organization}, once within 24 hours: ${link}`)
}

/**
 * On the first run, which happens once even if several processes start together, makes an
 * organization and its administrator, and prints how to sign in. Logs in JSON are collected and
 * kept by other systems: they get no link and no key.
 * @param options.hasDemo - whether the link to a demo follows, which would end one that is made here
 */
export async function welcome(
  administration: Administration,
  config: Pick<Config, 'baseUrl' | 'logFormat'>,
  say: (message: string) => void,
  { hasDemo = false } = {},
): Promise<void> {
  const isCollected = config.logFormat === 'json'
  const made = await administration.alone(async (first) => {
    if (!(await first.isEmpty())) return null
    await first.addUser(administrator)
    await first.addOrganization(organization, administrator)
    if (isCollected) return { key: null, link: null }
    const key = await first.addKey(administrator, 'first run')
    return { key, link: hasDemo ? null : await signInLink(first, config, administrator) }
  })
  if (!made) return
  const sentence = `First run: made the organization ${organization} and its administrator ${administrator}.`
  if (made.key === null)
    return say(`${sentence} A link to sign in: cairn user link ${administrator}`)
  const link = made.link ? `  Sign in, once within 24 hours: ${made.link}\n` : ''
  say(`\n${sentence}\n${link}  API key, shown only once:      ${made.key}\n`)
}
