import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor, noteOwnChange } from '#web/api/live-invalidation.ts'
import { toast } from '#web/ui/announcer.tsx'

const none = <Field extends string>(): ReturnType<typeof refusalTexts<Field>> => ({
  byField: [],
  whole: null,
})

/** Tells, also what waited for an answer, whether the component is still there. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}

/**
 * One change at the press of a button: whether it runs, and why it failed.
 * @param fields what of the call has a field that shows why it was refused
 */
export function useChange<Field extends string = never>(
  org: string,
  kind: AuditKind,
  fields: readonly Field[] = [],
) {
  const queryClient = useQueryClient()
  const reload = async () => {
    await invalidateFor(queryClient, org, { kind, subject: {} })
    noteOwnChange()
  }
  return useChangeOf(reload, fields)
}

/** The same of what no organization has. @param reload asks anew for what the change has outdated */
export function useChangeOf<Field extends string = never>(
  reload: () => Promise<void>,
  fields: readonly Field[] = [],
) {
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(none<Field>)
  /** The button may be gone by then: what came of it is told by a toast as well. */
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo()
      toast('Undone')
    } catch (error) {
      const why = refusalTexts(error, []).whole
      const isAnswered = !(error instanceof ApiError) || error.status !== 0
      toast(`${isAnswered ? 'Not undone. ' : ''}${why}`, {
        label: 'Try again',
        run: () => void takeBack(undo),
      })
    } finally {
      await reload()
    }
  }

  /**
   * True when the service said yes. What can be undone is offered for undoing.
   * @param done what to say then, or what to say of its answer
   */
  const run = async <Answer>(
    send: () => Promise<Answer>,
    done: string | ((answer: Answer) => string),
    undo?: () => Promise<unknown>,
  ): Promise<boolean> => {
    setBusy(true)
    setRefusals(none)
    try {
      const answer = await send()
      toast(
        typeof done === 'string' ? done : done(answer),
        undo && { label: 'Undo', run: () => void takeBack(undo) },
      )
      return true
    } catch (error) {
      setRefusals(refusalTexts(error, fields))
      return false
    } finally {
      await reload()
      setBusy(false)
    }
  }
  const faults = new Map(refusals.byField)
  return {
    isBusy,
    failure: refusals.whole,
    faultOf: (field: Field) => faults.get(field) ?? null,
    /** Forgets why it failed, where something else is tried. */
    forget: () => setRefusals(none),
    run,
  }
}

/**
 * Navigates from a page that has saved: what was typed there asks no question, and who has left it
 * meanwhile, even for the same page opened anew, stays where they are.
 */
export function useAfterSave<Navigate extends (options: never) => Promise<void>>(
  navigate: Navigate,
): Navigate {
  const router = useRouter()
  const saving = useLocation({ select: ({ pathname }) => pathname })
  const isOpen = useIsOpen()
  const navigateAfterSave = async (options: object) => {
    if (!isOpen() || router.latestLocation.pathname !== saving) return
    await navigate({ ...options, ignoreBlocker: true } as never)
  }
  return navigateAfterSave as unknown as Navigate
}
