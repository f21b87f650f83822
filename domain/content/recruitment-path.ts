/** @returns the address of a recruitment: '/recruitments/ssc-cgl-2026' */
export function recruitmentPath(slug: string): string {
  return `/recruitments/${encodeURIComponent(slug)}`
}
