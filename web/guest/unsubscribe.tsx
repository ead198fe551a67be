// The page of the link in each email that ends mail of its kind: a button, because security scanners open links.
import type { UnsubscribePage } from '#contract/sharing/guest-pages.ts';
import style from './unsubscribe.css?inline';

const titles = {
  asks: 'Unsubscribe from these emails?',
  done: 'You are unsubscribed',
  unknown: 'This link is not valid',
};

function Explanation({ page }: { page: UnsubscribePage }) {
  if (page.state === 'unknown')
    return <p>It may have been cut off when it was copied, or its account may be closed.</p>;
  const { email, about } = page;
  if (page.state === 'done')
    return (
      <p>
        You will get no more emails about {about} at {email}.
      </p>
    );
  return (
    <>
      <p>
        You will get no more emails about {about} at {email}. Notifications in {page.brand.name} stay on.
      </p>
      <form method="post">
        <button type="submit">Unsubscribe</button>
      </form>
    </>
  );
}

export function Unsubscribe({ page }: { page: UnsubscribePage }) {
  const { name } = page.brand;
  const title = titles[page.state];
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | ${name}`}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <p>{name}</p>
          <h1>{title}</h1>
          <Explanation page={page} />
          <p>
            <a href="/profile#notifications">Notification settings</a> (you have to log in)
          </p>
        </main>
      </body>
    </html>
  );
}
