import { RECRUITMENT_FOLDER } from '#domain/page-paths.ts'

/** @returns the address of a recruitment: '/recruitments/ssc-cgl-2026' */
export function recruitmentPath(slug: string): string {
  return `${RECRUITMENT_FOLDER}/${encodeURIComponent(slug)}`
}
