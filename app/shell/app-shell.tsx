import { useEffect, useState, type ComponentType } from 'react'
import { holdInstallPrompt } from '#app/browser/held-install-prompt.ts'
import { whenIdle } from '#app/browser/when-idle.ts'

if (!import.meta.env.SSR) holdInstallPrompt()

/** What makes the site an app: service worker, banners, version. All of it waits until the page has had its turn. */
export function AppShell() {
  const [Parts, setParts] = useState<ComponentType | null>(null)

  useEffect(() => {
    whenIdle()
      .then(() => import('./shell-parts.tsx'))
      .then(
        ({ ShellParts }) => setParts(() => ShellParts),
        (error: unknown) => console.info('The app shell could not be loaded', error),
      )
  }, [])
  return Parts && <Parts />
}
