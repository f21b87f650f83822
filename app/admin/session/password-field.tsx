import { useState, type RefObject } from 'react'
import { SIGN_IN_HELP } from '#domain/admin/staff-messages.ts'

interface PasswordFieldProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
  minLength?: number
  describedBy?: string
  field?: RefObject<HTMLInputElement | null>
}

/** A password that can be read while it is typed. */
export function PasswordField({ label, autoComplete, minLength, describedBy, field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="password">
      <label>
        {label}
        <input
          ref={field}
          className="field"
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete={autoComplete}
          minLength={minLength}
          required
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={describedBy}
        />
      </label>
      <button type="button" className="button quiet" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {SIGN_IN_HELP.show}
      </button>
    </div>
  )
}
