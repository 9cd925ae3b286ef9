import { PairsField } from './pairs-field.tsx'

/** The `tags` of the form around it; a tag may do with its key. */
export const TagsField = () => (
  <PairsField
    name="tags"
    legend="Tags"
    one="tag"
    parts={[
      { field: 'key', label: 'Key', placeholder: 'Key' },
      { field: 'value', label: 'Value', placeholder: 'Value, may be empty' },
    ]}
  />
)
