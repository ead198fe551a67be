// The conversation of a concern: messages and events, oldest first, and a box to answer.
import { MessagesSquare, Send } from 'lucide-react';
import { useState } from 'react';
import { type Dispute, type DisputeMessage, disputeMessages } from '#contract/disputes/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { fullName } from '#web/lib/format/format.ts';
import { useDraftText } from '#web/lib/forms/use-draft-value.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { RelativeInstant } from '#web/ui/display/relative-instant.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { DraftRestored, KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const AnchorLink = lazyPart(() => import('./sign.tsx'), 'AnchorLink');

type DisputeThreadProps = { dispute: Dispute; onFollow?: (() => void) | undefined };

export function DisputeThread({ dispute, onFollow }: DisputeThreadProps) {
  const messages = useInfiniteList(disputeMessages, { params: { id: dispute.id }, query: { limit: 100 } });
  return (
    <div className="grid grid-cols-1 gap-4">
      <InfiniteList
        list={messages}
        moreLabel="Show later messages"
        skeletons={<MessageSkeletons count={Math.min(Math.max(dispute.messageCount, 1), 4)} />}
        empty={
          <p className="flex items-center gap-2 text-muted text-sm">
            <MessagesSquare aria-hidden="true" className="size-4" />
            {dispute.mayComment ? 'No answer yet. Write the first one.' : 'No answer yet.'}
          </p>
        }
      >
        {(rows) => (
          <ol className="grid grid-cols-1 gap-4" aria-label="Conversation">
            {rows.map((message) => (
              <li key={message.id}>
                {message.messageType === 'comment' ? (
                  <Comment message={message} onFollow={onFollow} />
                ) : (
                  <Event message={message} onFollow={onFollow} />
                )}
              </li>
            ))}
          </ol>
        )}
      </InfiniteList>
      {dispute.mayComment && <CommentBox dispute={dispute} />}
    </div>
  );
}

function When({ at }: { at: string }) {
  return <RelativeInstant at={at} className="text-muted text-sm" />;
}

type MessageProps = { message: DisputeMessage; onFollow: (() => void) | undefined };

function Comment({ message, onFollow }: MessageProps) {
  return (
    <div className="flex gap-3">
      <Avatar name={fullName(message.user)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="wrap-anywhere min-w-0 font-medium">{fullName(message.user)}</span>
          <When at={message.createdAt} />
        </p>
        <p className="wrap-anywhere mt-0.5 whitespace-pre-line">{message.message}</p>
        {message.anchor && (
          <AnchorLink anchor={message.anchor} label="Place of the answer" onFollow={onFollow} checksFile />
        )}
      </div>
    </div>
  );
}

function Event({ message, onFollow }: MessageProps) {
  const { anchor, formerAnchor } = message;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 border-line border-l-2 py-0.5 pl-3 text-sm">
      <span>
        <span className="font-medium">{fullName(message.user)}</span>: {message.message}
      </span>
      <When at={message.createdAt} />
      {anchor && (
        <div className="mt-2 flex w-full flex-wrap gap-3">
          {formerAnchor && <AnchorLink anchor={formerAnchor} label="Previous place" onFollow={onFollow} />}
          <AnchorLink anchor={anchor} label="New place" onFollow={onFollow} />
        </div>
      )}
    </div>
  );
}

function MessageSkeletons({ count }: { count: number }) {
  return (
    <SkeletonList count={count} className="grid gap-4">
      <div className="flex gap-3">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-11 flex-1" />
      </div>
    </SkeletonList>
  );
}

/** What was written stays in the box until the server has it. */
function CommentBox({ dispute }: { dispute: Dispute }) {
  const { person } = useCurrentUser();
  const text = useDraftText(person.id, `comment ${dispute.id}`);
  const [problem, setProblem] = useState<string>();
  const comment = useWaitingMutation('commentDispute', {
    draft: text,
    words: `Concern #${dispute.id}`,
    errorToast: 'Your message could not be sent. It is still in the box.',
    // What the author typed meanwhile is kept.
    onSuccess: (_, { body }) => text.sent(body.message),
    onKept: ({ body }) => text.sent(body.message),
    onError: ({ issues: [issue] }) => {
      setProblem(issue?.message);
      return issue !== undefined;
    },
  });
  const message = text.value.trim();
  function send() {
    setProblem(undefined);
    if (message) void comment.run({ params: { id: dispute.id }, body: { message } });
  }
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
      className="flex flex-col items-end gap-2 print:hidden"
    >
      <div className="w-full empty:hidden">
        <KeepNotice />
      </div>
      <DraftRestored {...text} />
      <Field label="Your message" hideLabel error={problem} className="w-full">
        <Textarea
          rows={2}
          value={text.value}
          placeholder="Write a message"
          onChange={(event) => text.set(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        icon={Send}
        disabled={!message}
        pending={comment.isPending}
        pendingLabel="Sending..."
      >
        Send
      </Button>
    </form>
  );
}
