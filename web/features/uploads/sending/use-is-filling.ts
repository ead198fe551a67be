// Whether this tab is still filling the folder that a link leads to: until all is there nobody says that pictures are missing from it.
import { uploadOfLink } from '#contract/uploads/endpoints.ts';
import { isOnItsWay } from './on-its-way.ts';
import { useHeldUploads, useUploadsState } from './use-held-uploads.ts';

export function useIsFilling(link: string): boolean {
  const { files } = useUploadsState(useHeldUploads());
  const upload = uploadOfLink(link);
  return upload !== null && files.some((file) => file.upload === upload && isOnItsWay(file));
}
