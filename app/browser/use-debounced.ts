import { useEffect, useState } from 'react'

/** @returns the value as it was when it last stood still for `ms` milliseconds; an emptied text counts at once */
export function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
