import { createContext } from 'react-router'
import type { LogFailure, SiteSettings } from '#app/data/site-settings.ts'

/** What the server hands to the loader of the admin's root. */
export interface AdminContext {
  site: SiteSettings
  logFailure: LogFailure
}

export const adminContext = createContext<AdminContext>()
