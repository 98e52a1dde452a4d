/**
 * Loaded before a program (`node --import`): whatever opens a socket, resolves a name or listens ends the process
 * with code 99 and a line on standard error.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function refuse(what: string) {
  return function refused(): never {
    process.stderr.write(`network: ${what}\n`)
    process.exit(99)
  }
}

net.Socket.prototype.connect = refuse('connect')
net.Server.prototype.listen = refuse('listen')
net.connect = refuse('net.connect')
net.createConnection = refuse('net.createConnection')
dgram.createSocket = refuse('dgram')
http.request = refuse('http.request')
http.get = refuse('http.get')
https.request = refuse('https.request')
https.get = refuse('https.get')
globalThis.fetch = refuse('fetch')
Object.assign(dns, { lookup: refuse('dns.lookup'), resolve: refuse('dns.resolve') })
Object.assign(dns.promises, { lookup: refuse('dns.lookup'), resolve: refuse('dns.resolve') })
syncBuiltinESMExports()
