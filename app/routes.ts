import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** A list with its detail pages, in every spelling of their folder. */
function kindRoutes({ table, listPath, detailFolder, otherFolders }: (typeof CONTENT_KINDS)[number]) {
  const listSpelledLikeDetails = detailFolder !== listPath
  return [
    route(listPath, 'site/list/route.tsx', { id: `list:${table}` }),
    ...[detailFolder, ...otherFolders].map((folder) =>
      route(`${folder}/:slug`, 'site/detail/route.tsx', { id: `detail:${folder}` }),
    ),
    ...(listSpelledLikeDetails ? [route(detailFolder, 'site/moved-list/route.tsx', { id: `moved:${table}` })] : []),
  ] satisfies RouteConfigEntry[]
}

export default [
  layout('site/layout/site-layout.tsx', [
    index('site/home/route.tsx'), // /
    ...CONTENT_KINDS.flatMap(kindRoutes), // /jobs /jobs/:slug /admit-card /admit-cards/:slug /admit-card/:slug ...
    route('search', 'site/search/route.tsx'),
    route('recruitments/:slug', 'site/recruitment/route.tsx'),
    route('contact', 'site/static/contact/route.tsx'),
    route('privacy', 'site/static/privacy/route.tsx'),
    route('disclaimer', 'site/static/disclaimer/route.tsx'),
    route('notifications', 'site/notifications/route.tsx'),
    route('newsletter', 'site/newsletter/route.tsx'), // where the form of the footer is sent
    route('*', 'site/unknown-path/route.tsx'),
  ]),
  layout('admin/layout/admin-document.tsx', [
    route('admin/login', 'admin/sign-in/route.tsx'),
    route('admin-login', 'admin/sign-in/route.tsx', { id: 'admin-login' }),
    route('admin', 'admin/layout/route.tsx', [
      index('admin/table/route.tsx', { id: 'admin-start' }), // the first tab
      route('contact-messages', 'admin/inbox/route.tsx'), // only where the operator has switched the inbox on
      route('push-notifications', 'admin/push/route.tsx'),
      route('push-tester', 'admin/push-tester/route.tsx'),
      route('search-words', 'admin/search-words/route.tsx'),
      route(':tab', 'admin/table/route.tsx'), // /admin/jobs /admin/admit-cards ...
      route(':tab/:id', 'admin/form/route.tsx'), // /admin/jobs/new /admin/jobs/17
      route('*', 'admin/layout/admin-not-found.tsx'),
    ]),
  ]),
  route('offline', 'site/offline/route.tsx'), // what the service worker shows when it has nothing else
  route('sections/:table', 'site/home/section/route.ts'), // rows of one home section, for its search box
  route('search/dropdown', 'site/search-box/route.ts'), // suggestions and results for the box in the header
] satisfies RouteConfig
