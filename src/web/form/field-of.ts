import {
  type FieldError,
  type FieldValues,
  type Path,
  type UseFormReturn,
  get,
} from 'react-hook-form'

/** Ties a text field to a value of a form, and shows there what is wrong with it. */
export function fieldOf<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'formState' | 'register'>,
  name: Path<Values>,
) {
  const error = get(form.formState.errors, name) as FieldError | undefined
  return { ...form.register(name), error: error?.message ?? null }
}
