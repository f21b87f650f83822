/** What an account may do in the admin. Source: docs/behaviour/staff.md#roles */
export const STAFF_ROLES = ['admin', 'editor'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]
