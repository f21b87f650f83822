import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of a record, the only one of a message, that its header states. Source: RFC 8188, section 2.1 */
const recordSize = 4_096
/** Bytes of an uncompressed point of the curve, and the fewest of an authentication secret. */
const [pointLength, secretLength] = [65, 16]
const keyLabel = Buffer.from('WebPush: info\0')
const contentLabel = Buffer.from('Content-Encoding: aes128gcm\0')
const nonceLabel = Buffer.from('Content-Encoding: nonce\0')
/** Ends the text of the last record; padding could follow. */
const delimiter = Buffer.of(2)
/** Makes a new key pair for each message, which replaces the one before. */
const pair = createECDH('prime256v1')

/**
 * Encrypts a message for one browser, with a key pair and a salt of its own. Source: RFC 8291, section 3; RFC 8188
 * @param p256dh public key of the browser, in base64url
 * @param auth its authentication secret, in base64url
 * @returns the body of the request, in the content encoding aes128gcm
 * @throws when the keys are not those of a browser
 */
export function encryptMessage(p256dh: string, auth: string, text: Buffer): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (receiver.length !== pointLength || secret.length < secretLength) throw new Error('The keys have a wrong length')
  const sender = pair.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([keyLabel, receiver, sender])
  const material = derive(pair.computeSecret(receiver), { salt: secret, info, length: 32 })
  const key = derive(material, { salt, info: contentLabel, length: 16 })
  const nonce = derive(material, { salt, info: nonceLabel, length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(sender.length, 4)
  return Buffer.concat([
    salt,
    head,
    sender,
    cipher.update(text),
    cipher.update(delimiter),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(key: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
