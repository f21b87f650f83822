/** Where the bytes of uploaded files are: a folder, or an object storage. Failures are thrown. */
export interface FileStore {
  /**
   * Keeps bytes under a name, whole or not at all, also when the server or the machine stops meanwhile. What the name
   * had before is replaced.
   * @param name a stored name, or one of its sizes: never a path
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /**
   * @param range first and last byte, both included; all bytes by default
   * @returns null when there is nothing of that name
   */
  read(name: string, range?: { first: number; last: number }): Promise<StoredBytes | null>
  /** Names without a file are passed over. */
  remove(names: string[]): Promise<void>
  /** Removes what a crash left of files that were being written. */
  tidy(): Promise<void>
}

export interface StoredBytes {
  /** Number of bytes in the body */
  size: number
  body: ReadableStream<Uint8Array>
}
