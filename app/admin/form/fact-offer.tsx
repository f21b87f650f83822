import { useDeferredValue, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { shownValue, textOf, type FormValues, type VacancyLine } from '#domain/admin/form/field-value.ts'
import { storedValue, type StoredValue } from '#domain/admin/form/stored-value.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { suggestFacts, type WrittenTexts } from '#domain/content/suggested-facts/suggest-facts.ts'
import { ShownValue } from './stale/shown-value.tsx'
import { useForm, useFormState } from './use-record-form.ts'

interface Offer {
  column: string
  field: Field
  value: StoredValue
}

/** Offers facts that the texts of the form seem to state, for fields that are empty; a button fills in each, or all. */
export function FactOffer() {
  const form = useForm()
  const heading = useId()
  const list = useRef<HTMLDivElement>(null)
  const used = useRef(false)
  const texts = useDeferredValue(useFormState(({ values }) => JSON.stringify(writtenTexts(values))))
  const suggested = useMemo(() => Object.entries(suggestFacts(JSON.parse(texts) as WrittenTexts)), [texts])
  const empty = useFormState(({ values }) =>
    suggested
      .filter(([column]) => isEmpty(form.fields[column], values[column]))
      .map(([column]) => column)
      .join(),
  )
  const offers = suggested.flatMap(([column, value]): Offer[] => {
    const field = form.fields[column]
    return field && empty.split(',').includes(column) ? [{ column, field, value }] : []
  })

  // A layout effect, because an ordinary effect of an earlier render may run after the button is pressed, and would focus
  // the next button before the used one is removed.
  useLayoutEffect(() => {
    if (!used.current) return
    used.current = false
    const section = list.current?.closest('fieldset')
    section?.querySelector<HTMLElement>('.fact-offer button, .form-field [tabindex="0"]')?.focus()
  })

  function use(chosen: readonly Offer[]) {
    used.current = true
    for (const { column, field, value } of chosen) form.change(column, shownValue(field, value))
  }

  return (
    <div className="wide" ref={list}>
      {offers.length > 0 && (
        <section className="fact-offer" aria-labelledby={heading}>
          <h2 id={heading}>Suggested from the texts of this notice</h2>
          <p className="hint">Check each of them against the official notification.</p>
          <dl>
            {offers.map((offer) => (
              <div key={offer.column}>
                <dt>{offer.field.label}</dt>
                <dd>
                  <ShownValue column={offer.column} value={shownValue(offer.field, offer.value)} />
                </dd>
                <dd>
                  <button type="button" className="button" onClick={() => use([offer])}>
                    Use<span className="visually-hidden"> for {offer.field.label}</span>
                  </button>
                </dd>
              </div>
            ))}
          </dl>
          {offers.length > 1 && (
            <button type="button" className="button" onClick={() => use(offers)}>
              Use all {offers.length}
            </button>
          )}
        </section>
      )}
    </div>
  )
}

function writtenTexts(values: FormValues): WrittenTexts {
  const lines = values['post_name']
  const posts = Array.isArray(lines) ? (lines as readonly VacancyLine[]) : []
  return {
    title: textOf(values, 'title'),
    location: textOf(values, 'location'),
    eligibility: textOf(values, 'eligibility'),
    posts: posts.map(({ name, eligibility }) => `${name}\n${eligibility}`).join('\n'),
  }
}

function isEmpty(field: Field | undefined, value: FormValues[string] | undefined): boolean {
  if (!field) return false
  const stored = storedValue(field, value ?? '')
  return 'value' in stored && stored.value === null
}
