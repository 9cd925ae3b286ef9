import { maxResults } from './resources.ts'

/** Names of schemas, RFC 7643. */
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** An attribute in a schema, RFC 7643, section 7. */
function attribute(name: string, description: string, more: object = {}) {
  const rest = { multiValued: false, required: false, caseExact: false, mutability: 'readWrite' }
  return {
    name,
    type: 'string',
    description,
    ...rest,
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

const schemas = [
  {
    id: userSchema,
    name: 'User',
    description: 'A person, with their account',
    attributes: [
      attribute('userName', 'Name at the identity provider', {
        required: true,
        uniqueness: 'server',
      }),
      attribute('externalId', 'Id at the identity provider', {
        caseExact: true,
        uniqueness: 'server',
      }),
      attribute('active', 'Whether the account may be used', { type: 'boolean' }),
      attribute('emails', 'Addresses, of which the primary or first one is kept', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'The address'),
          attribute('type', 'What it is for'),
          attribute('primary', 'Whether it is the one to use', { type: 'boolean' }),
        ],
      }),
    ],
  },
  {
    id: groupSchema,
    name: 'Group',
    description: 'People; some groups give roles in organizations',
    attributes: [
      attribute('displayName', 'Name, as in CAIRN_OIDC_GROUPS', {
        required: true,
        caseExact: true,
        uniqueness: 'server',
      }),
      attribute('externalId', 'Id at the identity provider', { caseExact: true }),
      attribute('members', 'Users', {
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', 'Id of the user', { mutability: 'immutable' }),
          attribute('display', 'userName of the user', { mutability: 'readOnly' }),
        ],
      }),
    ],
  },
]

const kinds = [
  { kind: 'User', schema: userSchema, description: 'A person' },
  { kind: 'Group', schema: groupSchema, description: 'People' },
]

/** Documents of SCIM about the service itself, RFC 7643, sections 5 to 7, by path. */
export function discovery(base: string): Map<string, object> {
  const at = (resourceType: string, path: string) => ({
    meta: { resourceType, location: `${base}/scim/v2${path}` },
  })
  const types = kinds.map(({ kind, schema, description }) => ({
    schemas: [`${core}:ResourceType`],
    id: kind,
    name: kind,
    description,
    endpoint: `/${kind}s`,
    schema,
    ...at('ResourceType', `/ResourceTypes/${kind}`),
  }))
  const described = schemas.map((schema) => ({
    schemas: [`${core}:Schema`],
    ...schema,
    ...at('Schema', `/Schemas/${schema.id}`),
  }))
  return new Map<string, object>([
    [
      '/ServiceProviderConfig',
      { ...abilities, ...at('ServiceProviderConfig', '/ServiceProviderConfig') },
    ],
    ['/ResourceTypes', listOf(types)],
    ...types.map((one) => [`/ResourceTypes/${one.id}`, one] as const),
    ['/Schemas', listOf(described)],
    ...described.map((one) => [`/Schemas/${one.id}`, one] as const),
  ])
}

const no = { supported: false }
const abilities = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token in CAIRN_SCIM_TOKEN',
      primary: true,
    },
  ],
}

const listOf = (resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
