import { previewPolicyEffect } from '../change/preview-policy-effect.ts'
import type { Handlers } from '../handler.ts'

export const policyEffectHandlers = {
  previewPolicyEffect: (context, { body }) => previewPolicyEffect(context, body),
} satisfies Partial<Handlers>
