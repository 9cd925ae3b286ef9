/** Published names of frameworks by how tags abbreviate them, in lower case without other signs. */
const names = new Map(
  [
    'CIS',
    'COBIT',
    'DORA',
    'FedRAMP',
    'GDPR',
    'HIPAA',
    'ISO 9001',
    'ISO 27001',
    'ISO 27017',
    'ISO 27018',
    'ISO 42001',
    'NIS 2',
    'NIST 800-53',
    'NIST 800-171',
    'NIST 800-218',
    'NIST CSF',
    'NIST SSDF',
    'PCI DSS',
    'SLSA',
    'SOC 1',
    'SOC 2',
    'SOX',
    'TISAX',
  ].map((name) => [abbreviated(name), name]),
)

function abbreviated(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Returns the published name of a framework by the key of its tags, "SOC 2" for `soc2`; else the key. */
export const frameworkLabel = (key: string): string => names.get(abbreviated(key)) ?? key
