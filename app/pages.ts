/** Every public page, one line each. To add one, create a folder below `pages/` and a line here. */
export { ageCalculator } from './pages/age-calculator/page.tsx' // /age-calculator
export { calendar } from './pages/calendar/page.tsx' // /calendar /calendar/2026-11 /calendar/2026-w47 /calendar/2026-11-22
export { contact } from './pages/contact/page.tsx' // /contact
export { disclaimer } from './pages/disclaimer/page.tsx' // /disclaimer
export { eligibility } from './pages/eligibility/page.tsx' // /am-i-eligible
export { home } from './pages/home/page.tsx' // /
export { lists } from './pages/list/page.tsx' // /jobs /admit-card /results ...
export { newsletter } from './pages/newsletter/page.tsx' // /newsletter
export { notices } from './pages/notice/page.tsx' // /jobs/:slug /admit-cards/:slug /admit-card/:slug ...
export { notifications } from './pages/notifications/page.tsx' // /notifications
export { offline } from './pages/offline/page.tsx' // /offline: shown by the service worker when it has no saved copy
export { photoResizer } from './pages/photo-resizer/page.tsx' // /photo-resizer
export { preview } from './pages/preview/page.tsx' // /preview/:token: a notice that is not published
export { privacy } from './pages/privacy/page.tsx' // /privacy
export { recruitment } from './pages/recruitment/page.tsx' // /recruitments/:slug
export { report } from './pages/report/page.tsx' // /report/jobs/:slug ...: a mistake in a notice
export { saved } from './pages/saved/page.tsx' // /saved: what a browser has saved, by its script
export { search } from './pages/search/page.tsx' // /search
