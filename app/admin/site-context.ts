import { createContext } from 'react-router'
import type { LogFailure, SiteSettings } from '#app/data/site-settings.ts'

/** Context that the server passes to the loader of the admin's root. */
export interface AdminContext {
  site: SiteSettings
  logFailure: LogFailure
}

export const adminContext = createContext<AdminContext>()
