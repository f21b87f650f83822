import { Island } from '#app/islands/island.tsx'
import { page } from '#app/pages/page.ts'
import { BADGE_ICONS } from '#domain/content/badge-icons.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { DRAWINGS } from '#app/ui/icon.tsx'
import { NOTIFICATIONS_PATH, PRIVACY_PATH, SAVED_PATH } from '#domain/page-paths.ts'

/** The same document for everybody: its script shows what this browser has saved. */
export const saved = page({
  path: SAVED_PATH,
  cache: {},
  load: () => null,
  meta: () => ({
    title: 'Saved notices',
    description: 'The notices that you have marked with a star in this browser, with their next dates and your notes.',
    noindex: true,
  }),
  view: () => (
    <div className="saved-page">
      <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
      <h1 tabIndex={-1}>Saved notices</h1>
      <BadgeIcons />
      <Island name="saved-notices" when="visible">
        <div className="saved-notices">
          <p className="needs-scripts prose">
            Saving notices needs JavaScript, because they are stored in your browser and nowhere else. Without it, use
            the bookmarks of your browser, and the calendar file on the page of a notice.
          </p>
        </div>
      </Island>
      <section className="saved-about">
        <h2>Where they are stored</h2>
        <p>
          In this browser on this device only: stars, notes and what you have applied for are never sent. When this page
          is opened, it asks the server for the present dates of these notices, without saying who asks. Clearing the
          data of this site deletes them, so export them to a file now and then.{' '}
          <a href={PRIVACY_PATH}>Privacy Policy</a>
        </p>
        <p>
          Recruitments, organizations and lists of which you get notifications are another list:{' '}
          <a href={`${NOTIFICATIONS_PATH}#follows`}>What you follow</a>
        </p>
      </section>
    </div>
  ),
  styles: 'saved',
  menu: { label: 'Saved notices', group: 'more', order: 19 },
  offline: true,
})

/** Drawings that the script refers to in the badges of saved notices. */
function BadgeIcons() {
  return (
    <div hidden>
      <svg>
        {BADGE_ICONS.map((name) => (
          <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
            {DRAWINGS[name]}
          </symbol>
        ))}
      </svg>
    </div>
  )
}
