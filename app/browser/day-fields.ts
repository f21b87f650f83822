import { isDay, type Day } from '#domain/dates.ts'

const NAMES = ['day', 'month', 'year'] as const

/** A year of two digits is a mistake, and no applicant was born earlier. */
const FIRST_DAY = '1900-01-01'

const DEVANAGARI_ZERO = 0x966

/** The three fields of a day (`app/ui/day-fields.tsx`), and the line for its error. */
export interface DayFields {
  /** @returns the typed day; null when it is none, which is right while nothing is typed */
  read(): { day: Day | null; isEmpty: boolean }
  /** Writes a day; null empties the fields. */
  write(day: Day | null): void
  /** Shows what is wrong, or that nothing is. */
  showError(message: string): void
}

/** @param id of the group of fields */
export function dayFields(id: string): DayFields {
  const field = (name: (typeof NAMES)[number]) => document.querySelector<HTMLInputElement>(`#${id}-${name}`)
  return {
    read() {
      const [day = '', month = '', year = ''] = NAMES.map((name) => latinDigits(field(name)?.value.trim() ?? ''))
      const written = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      return { day: isDay(written) && written >= FIRST_DAY ? written : null, isEmpty: day + month + year === '' }
    },
    write(written) {
      const [year = '', month = '', day = ''] = written?.split('-') ?? []
      const values = { day, month, year }
      for (const name of NAMES) {
        const input = field(name)
        if (input) input.value = values[name]
      }
    },
    showError(message) {
      const line = document.getElementById(`${id}-error`)
      if (line && line.textContent !== message) line.textContent = message
      for (const name of NAMES) field(name)?.setAttribute('aria-invalid', String(message !== ''))
    },
  }
}

function latinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
}
