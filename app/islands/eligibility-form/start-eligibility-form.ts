import { dayFields, type DayFields } from '#app/browser/day-fields.ts'
import { currentProfile, deleteProfile, followStorage, saveProfile } from '#app/browser/eligibility/stored-profile.ts'
import { presentDay } from '#app/browser/present-day.ts'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import { hasAnswer, isBirthday, profileOf, type Profile } from '#domain/eligibility/profile.ts'

const TEXTS = ['category', 'gender', 'state', 'field'] as const
const TICKS = ['isDisabled', 'isExServiceman'] as const

/** The form of 'Am I eligible?': shows what is stored, stores what is answered, deletes it with one tap. */
export function start(island: HTMLElement): void {
  const form = island.querySelector('form')
  if (!form) return
  followStorage()
  const born = dayFields('born')
  let shown = ''
  const show = () => {
    // Other preferences change, too, while the visitor fills in the form.
    if (shown === JSON.stringify(currentProfile())) return
    shown = JSON.stringify(currentProfile())
    write(form, born, currentProfile())
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    save(form, born)
  })
  form.addEventListener('reset', (event) => {
    event.preventDefault()
    void deleteProfile()
    announce(form, ELIGIBILITY.deleted, true)
    document.querySelector<HTMLElement>('#born-day')?.focus()
  })
  addEventListener('profilechange', show)
  addEventListener('pagehide', () => makeDefaults(form))
  show()
  form.querySelector('fieldset')?.removeAttribute('disabled')
}

function save(form: HTMLFormElement, born: DayFields): void {
  const { day, isEmpty } = born.read()
  const isWrong = !isEmpty && (!isBirthday(day) || day > presentDay())
  born.showError(isWrong ? ELIGIBILITY.noSuchDay : '')
  if (isWrong) {
    document.querySelector<HTMLElement>('#born-day')?.focus()
    return announce(form, '', false)
  }
  const profile = profileOf({ ...readAnswers(form), born: day })
  if (!hasAnswer(profile)) return announce(form, ELIGIBILITY.nothing, false)
  const isStored = saveProfile(profile)
  announce(form, isStored ? ELIGIBILITY.saved : ELIGIBILITY.notStored, isStored)
}

function readAnswers(form: HTMLFormElement): Record<string, unknown> {
  const texts = TEXTS.map((id) => [id, form.querySelector<HTMLInputElement>(`#${id}`)?.value])
  const ticks = TICKS.map((id) => [id, form.querySelector<HTMLInputElement>(`#${id}`)?.checked])
  const qualifications = passedBoxes(form)
    .filter(({ checked }) => checked)
    .map(({ value }) => value)
  return { ...Object.fromEntries([...texts, ...ticks]), qualifications }
}

function write(form: HTMLFormElement, born: DayFields, profile: Profile | null): void {
  born.write(profile?.born ?? null)
  born.showError('')
  for (const id of TEXTS) {
    const field = form.querySelector<HTMLInputElement>(`#${id}`)
    if (field) field.value = profile?.[id] ?? ''
  }
  for (const id of TICKS) {
    const box = form.querySelector<HTMLInputElement>(`#${id}`)
    if (box) box.checked = profile?.[id] ?? false
  }
  const passed: readonly string[] = profile?.qualifications ?? []
  for (const box of passedBoxes(form)) box.checked = passed.includes(box.value)
  const deletion = form.querySelector<HTMLButtonElement>('[type="reset"]')
  if (deletion) deletion.hidden = profile === null
}

/** Makes the present answers the default ones, because Safari resets a form without autocomplete when its page comes from the back-forward cache. */
function makeDefaults(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) {
    field.defaultValue = field.value
    field.defaultChecked = field.checked
  }
  for (const option of form.querySelectorAll('option')) option.defaultSelected = option.selected
}

function passedBoxes(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[id^="passed-"]')]
}

function announce(form: HTMLFormElement, message: string, isDone: boolean): void {
  const output = form.querySelector('output')
  if (!output) return
  output.className = isDone ? 'done' : 'refused'
  output.textContent = message
}
