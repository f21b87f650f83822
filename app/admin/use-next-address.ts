import { useLocation, useNavigation } from 'react-router'

/**
 * @returns the address of the page, or while its data are loading, the next one: a filter then shows what was chosen at
 *   once, and the next choice keeps it
 */
export function useNextAddress(): { pathname: string; search: string } {
  const shown = useLocation()
  const next = useNavigation().location
  return next?.pathname === shown.pathname ? next : shown
}
