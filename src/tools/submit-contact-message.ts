/** A message to the people behind the service (SPEC 4.5). A job application is submit-job-application.ts. */
import { ContactMessage } from '../inbox/message.ts'
import { type MessageOperation, WRITE } from './define/define.ts'
import { MessageAccepted } from './define/message-accepted.ts'

export const submitContactMessage: MessageOperation<typeof ContactMessage, typeof MessageAccepted> = {
  kind: 'contact',
  name: 'submit_contact_message',
  title: 'Send a message to the people behind the service',
  description:
    'Stores a message for a person, who replies by e-mail within 48 hours. Use this only with the consent of the ' +
    'person it comes from, never for marketing. The answer comes once the message is safe on disk; sending the ' +
    'same message again within a day changes nothing.',
  annotations: WRITE,
  restOnly: true,
  input: ContactMessage,
  output: MessageAccepted,
  examples: [{ name: 'Ada Example', email: 'ada@example.org', message: 'Which SDK would you use for tides?' }],
}
