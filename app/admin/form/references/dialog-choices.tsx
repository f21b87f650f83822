import { useState, type ReactNode } from 'react'
import { AwaitedChoices, AwaitedChoicesContext } from './awaited-choices.ts'
import { ChoicesProvider } from './choices.tsx'
import { CreateReferenceContext } from './use-create-reference.ts'

/** What a dialog of a table needs around it for a box of choices, in which no new one can be created. */
export function DialogChoices({ children }: { children: ReactNode }) {
  const [awaited] = useState(() => new AwaitedChoices())
  return (
    <ChoicesProvider>
      <CreateReferenceContext value={null}>
        <AwaitedChoicesContext value={awaited}>{children}</AwaitedChoicesContext>
      </CreateReferenceContext>
    </ChoicesProvider>
  )
}
