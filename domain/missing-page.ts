/**
 * The home page is shown in place of a page that is missing, with one of these lines. Apart from other messages, which the
 * first script contains.
 */
export const MISSING_PAGE = {
  noSuch: 'That page does not exist',
  removed: 'That notice was removed',
}
