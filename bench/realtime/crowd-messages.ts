export type CrowdCommand =
  | { kind: 'open'; url: string; count: number }
  /** Asks when the sockets got the change of this name. */
  | { kind: 'arrivals'; name: string }
  | { kind: 'end' }

/** Times are milliseconds since the epoch. */
export type CrowdReport =
  | { kind: 'joined'; joined: number; at: number }
  | { kind: 'arrivals'; name: string; at: number[] }
