import type { Activity } from '#app/data/history.ts'

export type ActivityGroup = [Activity, ...Activity[]]

/** @returns changes that follow each other, grouped where one act of a person has done the same to rows of one table */
export function acts(changes: readonly Activity[]): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && whatItDid(last[0]) === whatItDid(change)) last.push(change)
    else groups.push([change])
  }
  return groups
}

function whatItDid({ act, name, table, operation, fields }: Activity): string {
  return JSON.stringify([act, name, table, operation, fields])
}
