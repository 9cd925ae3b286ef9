/** Descriptions of fields of answers whose names do not say enough, by name. */
const descriptions: Record<string, string> = {
  record_type: '`evidence` for what was reported, `override` for a verdict given in its place',
  reported_is_compliant:
    'What the evidence reports itself, whatever overrides it; null for an override',
  effective_is_compliant:
    'What counts: the verdict of the override while one stands, else of the report; null for an override that has ended',
  overridden_by: 'Id of the override that counts in place of this evidence; absent without one',
  override_of:
    'Id of the evidence that this override is about; null for evidence, and where nothing of that name was reported',
}

/** Adds to a JSON Schema, as text, the descriptions of its fields; returns it parsed. */
export const parseDescribed = (schema: string): unknown =>
  JSON.parse(schema, (name, value: unknown) => {
    const description = Object.hasOwn(descriptions, name) && descriptions[name]
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    return description && isSchema ? { ...value, description } : value
  })
