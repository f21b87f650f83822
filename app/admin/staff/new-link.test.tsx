import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { NewLink } from './new-link.tsx'

const manually = 'Send it in a way that only this person reads.'

test.each([
  { sendsMail: true, is_mailed: true, hint: 'The link was also sent to asha@example.org.' },
  { sendsMail: true, is_mailed: false, hint: `It could not be sent by e-mail. ${manually}` },
  { sendsMail: false, is_mailed: false, hint: manually },
])('beside a new link stands whether it was mailed: %o', ({ sendsMail, is_mailed, hint }) => {
  const link = { email: 'asha@example.org', action_link: 'https://example.org/admin/accept#invite=x', is_mailed }
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => <NewLink link={link} /> }])
  const html = renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { site: { sendsMail } } } }} />)
  expect(/<output[^>]*>(.*)<\/output>/.exec(html)?.[1]).toBe(`It works once, and is shown only now. ${hint}`)
})
