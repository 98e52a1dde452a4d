/** A job application (SPEC 4.10 leaves its shape open). A plain message is submit-contact-message.ts. */
import { JobApplication } from '../inbox/message.ts'
import { type MessageOperation, WRITE } from './define/define.ts'
import { MessageAccepted } from './define/message-accepted.ts'

export const submitJobApplication: MessageOperation<typeof JobApplication, typeof MessageAccepted> = {
  kind: 'job',
  name: 'submit_job_application',
  title: 'Apply for a job with the people behind the service',
  description:
    'Stores a job application for a person, who replies by e-mail. Use this only with the consent of the applicant. ' +
    'The answer comes once the application is safe on disk; sending the same one again within a day changes nothing.',
  annotations: WRITE,
  restOnly: true,
  input: JobApplication,
  output: MessageAccepted,
  examples: [
    {
      name: 'Ada Example',
      email: 'ada@example.org',
      role: 'Engineer',
      message: 'I would like to work on the generator.',
    },
  ],
}
