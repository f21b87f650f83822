/**
 * Words of the back office: those that the specification fixes, and those that more than one place uses. They are apart
 * from the visitors' words because a module travels as a whole, and visitors are sent nothing of the back office.
 */

/** Source: specification, sections 4, 6 and 8; decisions, "Routes". */
export const SESSION = {
  loading: 'Loading...',
  verifying: 'Please wait while we verify your credentials.',
  denied: 'Access Denied. Admins only.',
  please: 'Please login as admin to access this page.',
  wrong: 'Invalid email or password',
  logoutFailed: 'Failed to logout. Please try again.',
  roleUnknown: 'Your role could not be checked. Please try again.',
  ended: 'Your session has ended. Sign in again to go on: nothing on this page is lost.',
  back: (email: string) => `Signed in again as ${email}`,
  leaveUnsaved: 'There are unsaved changes. Sign out and lose them?',
}
