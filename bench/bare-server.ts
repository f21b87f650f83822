/**
 * A minimal HTTP server that sends the bytes of one file. Arguments: port, file, and a file with its headers as JSON.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port = '', file = '', headersFile = ''] = process.argv.slice(2)
const body = readFileSync(file)
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as string[]
createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port))
