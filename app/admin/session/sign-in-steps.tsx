import { SECOND_FACTOR } from '#domain/admin/staff-messages.ts'
import { EnrollFactor } from './enroll-factor.tsx'
import { useAdminState } from './session.ts'
import { SignInFields, type SignInFieldsProps } from './sign-in-fields.tsx'
import { VerifyFactor } from './verify-factor.tsx'

/** E-mail and password, and then the second factor of an account that has or needs one. */
export function SignInSteps(fields: SignInFieldsProps) {
  const state = useAdminState()
  if (state.kind !== 'second-factor') return <SignInFields {...fields} />
  if (state.missing === 'verify') return <VerifyFactor onVerified={fields.onSignedIn} />
  return <EnrollFactor intro={SECOND_FACTOR.required} onDone={fields.onSignedIn} />
}
