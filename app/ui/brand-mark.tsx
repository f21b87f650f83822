/** The logo beside the name of the site: a sheet of notices with one new line. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" />
      <path d="M7 9h8.5M7 14h11M7 19h6.5" />
      <circle cx="20" cy="9" r="2.1" />
    </svg>
  )
}
