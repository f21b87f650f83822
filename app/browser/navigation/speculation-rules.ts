import { SERVICE_FOLDERS } from '#domain/app-shell.ts'

/**
 * Prefetching for browsers that cannot swap pages: links that the visitor points at, and the first five of a list. The
 * text is the same for all pages, so that the policy can allow it by its hash.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: `/(admin|${SERVICE_FOLDERS.join('|')}|search)*` } },
          { not: { href_matches: '/*\\.*' } },
          { not: { selector_matches: '[download],[target=_blank],[aria-current],[data-more]' } },
        ],
      },
      eagerness: 'moderate',
    },
    { where: { selector_matches: '.notice-list > li:nth-child(-n+5) a[href^="/"]' }, eagerness: 'eager' },
  ],
})
