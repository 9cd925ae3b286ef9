import { useEffect, useState } from 'react'

/** The value, once it has not changed for `pause` milliseconds: nobody types on. */
export function useDebouncedValue<T>(value: T, pause = 400): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
