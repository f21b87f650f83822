/**
 * Leaves a message for staff, when the operator takes any. Source: decisions, "Shell, privacy".
 *
 * @param message name, email, subject and message
 * @param publishableKey of the contract
 * @throws Error when it was not stored
 */
export async function leaveMessage(message: object, publishableKey: string): Promise<void> {
  const answer = await fetch('/rest/v1/contact_messages', {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify(message),
  })
  if (!answer.ok) throw new Error(`The message was not stored: ${answer.status}`)
}
