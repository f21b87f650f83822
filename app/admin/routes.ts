import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every route of the admin. */
export default [
  layout('layout/admin-document.tsx', [
    route('admin/login', 'sign-in/route.tsx'),
    route('admin-login', 'sign-in/route.tsx', { id: 'admin-login' }),
    route('admin/accept', 'accept/route.tsx'), // links of invitations and for new passwords
    route('admin', 'layout/route.tsx', [
      index('table/route.tsx', { id: 'admin-start' }), // the first tab
      route('bin', 'bin/route.tsx'), // what was deleted
      route('counts', 'layout/tab-counts.tsx'), // numbers of the tabs
      route('activity', 'activity/route.tsx'), // who changed what
      route('contact-messages', 'inbox/route.tsx'), // only where the operator has switched the inbox on
      route('dead-links', 'dead-links/route.tsx'), // only where links are checked
      route('mistake-reports', 'reports/route.tsx'),
      route('push-notifications', 'push/route.tsx'),
      route('push-tester', 'push-tester/route.tsx'),
      route('staff', 'staff/route.tsx'), // for admins
      route('account', 'account/route.tsx'),
      route('search-words', 'search-words/route.tsx'),
      route(':tab', 'table/route.tsx'), // /admin/jobs /admin/admit-cards ...
      route(':tab/:id', 'form/route.tsx'), // /admin/jobs/new /admin/jobs/17
      route('*', 'layout/admin-not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig
