import { Icon } from '#app/ui/icon.tsx'

interface ProblemLineProps {
  /** For fields that the line describes. */
  id?: string
  /** Nothing shows nothing, but the live region stays in the page. */
  children: string | null | undefined | false
}

/** Why a form, a dialog or a button has not done what it says, beside it. */
export function ProblemLine({ id, children: problem }: ProblemLineProps) {
  return (
    <p id={id} className="problem" role="alert">
      {problem && (
        <>
          <Icon name="closed" />
          {problem}
        </>
      )}
    </p>
  )
}
