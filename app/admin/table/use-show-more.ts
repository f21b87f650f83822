import { useNavigate, useSearchParams } from 'react-router'
import { ROWS, rowsOf } from './first-rows.ts'

/** @returns a function that requests further rows by the address, so that a refresh reads all of them again */
export function useShowMore(step: number): () => void {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  return () => {
    const more = new URLSearchParams(parameters)
    more.set(ROWS, String(rowsOf(parameters, step) + step))
    void navigate(`?${more}`, { replace: true, preventScrollReset: true })
  }
}
