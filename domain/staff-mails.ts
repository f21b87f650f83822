import { INVITATION_DAYS, RECOVERY_HOURS } from './staff-limits.ts'

/** Links to the staff, and what is said of those that do not work. Source: docs/behaviour/staff.md#invitations */
export const STAFF_LINK = {
  /** Where links of invitations and for new passwords lead; the secret follows as a fragment, which no server logs. */
  path: '/admin/accept',
  used: 'This link was used already. If that was you, sign in with the password that you chose.',
  expired: 'This link has expired. Ask an admin for another one.',
  unknown: 'This link does not work. It may be incomplete, or a newer one has taken its place.',
  isMember: 'This address is on the staff already.',
  isNoMember: 'This address is not on the staff.',
}

interface LinkMail {
  site: string
  link: string
}

/** Mails with links. */
export const STAFF_MAIL = {
  invite: ({ site, link }: LinkMail) => ({
    subject: `Invitation to the staff of ${site}`,
    text: `You are invited to the staff of ${site}. Choose a password here within ${INVITATION_DAYS} days:\n\n${link}\n\nThe link works once. If you do not expect this, ignore it.\n`,
  }),
  recovery: ({ site, link }: LinkMail) => ({
    subject: `New password for ${site}`,
    text: `Choose a new password for the back office of ${site} here within ${60 * RECOVERY_HOURS} minutes:\n\n${link}\n\nThe link works once. If you have not asked for it, ignore it: your password stays.\n`,
  }),
}
