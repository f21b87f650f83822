import { useEffect, useState } from 'react'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { PUSH_UNDO_MS } from '#domain/push/limits.ts'

/** Milliseconds between two looks at the clock. */
const tick = 250

/** @param seconds that were left when they were read; it counts down from there */
export function Countdown({ seconds }: { seconds: number }) {
  const [read, setRead] = useState(seconds)
  const [left, setLeft] = useState(seconds)
  if (read !== seconds) {
    setRead(seconds)
    setLeft(seconds)
  }
  useEffect(() => {
    const end = performance.now() + seconds * 1_000
    const timer = setInterval(() => setLeft((end - performance.now()) / 1_000), tick)
    return () => clearInterval(timer)
  }, [seconds])
  const whole = Math.max(0, Math.ceil(left))
  // Steps of a second and no animation. Screen readers announce the time once, by the message of the form.
  return (
    <span className="leaves-in" aria-hidden="true">
      <progress max={PUSH_UNDO_MS / 1_000} value={whole} />
      {PUSH_TAB.leavesIn(whole)}
    </span>
  )
}
