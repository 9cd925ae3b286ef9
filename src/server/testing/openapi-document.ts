import { openapi } from '#contract/openapi/document.ts'

/** The document of the whole contract: made once for all files of tests that a worker runs. */
export const openapiDocument = openapi()
