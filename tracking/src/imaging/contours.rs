//! OpenCV's contour functions, from the module that has them (`geometry` from OpenCV 5 on).

opencv::opencv_branch_5! {
    pub(crate) use opencv::geometry::{DIST_L2, contour_area_def, convex_hull_def, point_polygon_test};
}
opencv::not_opencv_branch_5! {
    pub(crate) use opencv::imgproc::{DIST_L2, contour_area_def, convex_hull_def, point_polygon_test};
}
