/** A message to the people behind the service (SPEC 4.5). A job application is submit-job-application.ts. */
import { ContactMessage } from '../../inbox/message.ts'
import { defineTool, WRITE } from '../define.ts'
import { Accepted, submit } from './submit.ts'

export const submitContactMessage = defineTool({
  name: 'submit_contact_message',
  title: 'Send a message to the people behind the service',
  description:
    'Stores a message for a person, who replies by e-mail within 48 hours. Use this only with the say-so of the ' +
    'person it comes from, never for marketing. The answer comes after the message is safe on disk; sending the ' +
    'same message again within a day changes nothing.',
  annotations: WRITE,
  restOnly: true,
  input: ContactMessage,
  output: Accepted,
  accepts: 'raw',
  run: (fields, services, call) => submit('contact', fields, services, call),
  text: () => 'The message was accepted.',
  examples: [{ name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' }],
})
