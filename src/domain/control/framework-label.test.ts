import { expect, test } from 'vitest'
import { frameworkLabel } from './framework-label.ts'

test.each([
  ['soc2', 'SOC 2'],
  ['SOC_2', 'SOC 2'],
  ['iso27001', 'ISO 27001'],
  ['iso-27001', 'ISO 27001'],
  ['pci-dss', 'PCI DSS'],
  ['nist.800-53', 'NIST 800-53'],
  ['house-rules', 'house-rules'],
  ['soc2-type-2', 'soc2-type-2'],
])('%s is shown as %s', (key, label) => expect(frameworkLabel(key)).toBe(label))
